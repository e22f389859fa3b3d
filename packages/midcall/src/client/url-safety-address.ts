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

// One label, or a suffix nobody can register.
const LOCAL_NAME =
  /^[^.]*$|\.(local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Whether anyone on the internet could have been given this host. Nothing is resolved. */
export function isPublic(hostname: string): boolean {
  return hostname[0] === "["
    ? PUBLIC_V6.test(hostname)
    : !LOCAL_V4.test(hostname) && !LOCAL_NAME.test(hostname);
}
