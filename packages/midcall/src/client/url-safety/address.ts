/*
 * These functions expect hosts as normalised by the URL parser: lower case, IPv4 in four decimal parts, IPv6 compressed
 * and in brackets. The parser has converted all other spellings (hex, octal, one number, full-width digits).
 */

/** Whether the host is this computer. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}

/** Whether the host is an IP address, not a name. */
export function isAddress(hostname: string): boolean {
  return /^\[|\.\d+$/.test(hostname);
}

// "This network", private, shared, link-local, protocol assignments, benchmarks, multicast, reserved.
const LOCAL_V4 =
  /^(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0)|198\.1[89]|2(2[4-9]|[3-5]\d))(\.\d+)+$/;

// Global unicast addresses, except 6to4 and Teredo, which can embed any IPv4 address.
const PUBLIC_V6 = /^\[(?!2002:|2001:0?:)[23][\da-f]{3}:/;

// A single label, a suffix that cannot be registered, or a public name that resolves to this computer.
const LOCAL_NAME =
  /^[^.]*$|\.(local|localdomain|localnet|internal|intranet|intra|private|corp|home|lan|svc|home\.arpa)$|(^|\.)(localtest\.me|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|localho\.st|local\.gd)$/;

/** Whether the host is a name that resolves to the IP address written in it. */
export function namesAddress(hostname: string): boolean {
  return /\.(sslip\.io|nip\.io|xip\.io|traefik\.me)$/.test(hostname);
}

/** Whether such a name contains exactly one address, in decimal, and that address is public. */
function spellsPublic(hostname: string): boolean {
  // A hexadecimal or IPv6 address.
  if (/--|(?<![^.-])[\da-f]{8}(?![^.-])|([\da-f]*-){5}/.test(hostname)) return false;
  const spelled = hostname.match(/\d+([.-]\d+){3,}/g) ?? [];
  const parts = spelled.join("-").split(/[.-]/).map(Number);
  return parts.length === 4 && parts.every((part) => part < 256) && isPublic(parts.join("."));
}

/** Whether the host can be a public one on the internet. The name is not resolved. */
export function isPublic(hostname: string): boolean {
  return hostname[0] === "["
    ? PUBLIC_V6.test(hostname)
    : !LOCAL_V4.test(hostname) &&
        !LOCAL_NAME.test(hostname) &&
        (!namesAddress(hostname) || spellsPublic(hostname));
}
