/** An invoice as the billing API tells it. */
export interface Invoice {
  readonly number: string;
  readonly customer: string;
  readonly euros: number;
  readonly paid: boolean;
}

/** Asks the billing API; nothing if it does not know the key. */
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
