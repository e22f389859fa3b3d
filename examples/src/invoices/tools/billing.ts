/** An invoice as returned by the billing API. */
export interface Invoice {
  readonly number: string;
  readonly customer: string;
  readonly euros: number;
  readonly paid: boolean;
}

/** Reads the invoices from the billing API; `undefined` if it rejects the key. */
export async function readInvoices(
  services: string,
  key: string,
  signal?: AbortSignal,
): Promise<readonly Invoice[] | undefined> {
  const response = await fetch(`${services}/billing/invoices`, {
    headers: { authorization: `Bearer ${key}` },
    ...(signal && { signal }),
  });
  return response.ok ? ((await response.json()) as Invoice[]) : undefined;
}
