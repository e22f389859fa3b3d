/*
 * Hosts as the URL parser leaves them: lower case, IPv4 in four decimal parts, IPv6 compressed in
 * brackets. All other spellings (hex, octal, one number, full-width digits) are gone by then.
 */

/** Whether the host is this computer. */
export function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}

/** Whether the host is an address, not a name. */
export function isAddress(hostname: string): boolean {
  return /^\[|\.\d+$/.test(hostname);
}

// This network, private, shared, link-local, protocol assignments, benchmarks, multicast, reserved.
const LOCAL_V4 =
  /^(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.0)|198\.1[89]|2(2[4-9]|[3-5]\d))(\.\d+)+$/;

// The addresses in use on the internet, but not 6to4 and Teredo: those carry an IPv4 address of any kind.
const PUBLIC_V6 = /^\[(?!2002:|2001:0?:)[23][\da-f]{3}:/;

// One label, a suffix nobody can register, or a public name that leads to this computer.
const LOCAL_NAME =
  /^[^.]*$|\.(local|localdomain|localnet|internal|intranet|intra|private|corp|home|lan|home\.arpa)$|(^|\.)(localtest\.me|lvh\.me|vcap\.me|fuf\.me|lacolhost\.com|localho\.st|local\.gd)$/;

/** Whether the host is a name that leads to the address it spells. */
export function namesAddress(hostname: string): boolean {
  return /\.(sslip\.io|nip\.io|xip\.io|traefik\.me)$/.test(hostname);
}

/** Whether such a name spells one address, in decimal, and that is on the internet. */
function spellsPublic(hostname: string): boolean {
  // Hexadecimal, or IPv6.
  if (/--|(?<![^.-])[\da-f]{8}(?![^.-])|([\da-f]*-){5}/.test(hostname)) return false;
  const spelled = hostname.match(/\d+([.-]\d+){3,}/g) ?? [];
  const parts = spelled.join("-").split(/[.-]/).map(Number);
  return parts.length === 4 && parts.every((part) => part < 256) && isPublic(parts.join("."));
}

/** Whether anyone on the internet could have been given this host. Nothing is resolved. */
export function isPublic(hostname: string): boolean {
  return hostname[0] === "["
    ? PUBLIC_V6.test(hostname)
    : !LOCAL_V4.test(hostname) &&
        !LOCAL_NAME.test(hostname) &&
        (!namesAddress(hostname) || spellsPublic(hostname));
}
