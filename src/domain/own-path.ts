/** Where a page may lead somebody by an address that it was told: to a place of this shop, and nowhere else. */

/**
 * Whether an address, followed from a page of the shop, stays in the shop: a path from its root.
 *
 * Browsers read a backslash as a slash and take tabs and line ends out of an address, so `/\evil.example` and
 * `/<tab>/evil.example` would lead elsewhere, as `//evil.example` does.
 */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/\p{Cc}/u.test(address);
}
