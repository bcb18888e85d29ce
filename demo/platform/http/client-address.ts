import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Returns the client's address, which rate limits count by. */
export type AddressOf = (request: IncomingMessage) => string

/** Normalizes an address, so that an IPv4-mapped IPv6 address equals its IPv4 form. */
function normalizeAddress(address: string): string {
  const [plainAddress = ''] = address.split('%')
  if (isIPv4(plainAddress) || !isIP(plainAddress)) return plainAddress
  const hostname = new URL(`http://[${plainAddress}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(hostname) ?? []
  if (!high || !low) return hostname
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

/** Parses an entry of X-Forwarded-For, without the port that some proxies append; undefined if it is not an address. */
function forwardedAddress(text: string): string | undefined {
  const plainAddress = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(plainAddress) ? normalizeAddress(plainAddress) : undefined
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Parses trusted proxies: addresses, networks such as 10.0.0.0/8, and the word loopback. Undefined if an entry is invalid. */
export function proxyList(names: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const name of names.flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : entry))) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(name) ?? []
    if (!isIP(address) || Number(bits ?? 0) > (isIPv4(address) ? 32 : 128)) return undefined
    if (bits === undefined) list.addAddress(normalizeAddress(address), familyOf(normalizeAddress(address)))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/**
 * Reads X-Forwarded-For from the right and returns the first address that is not a trusted proxy. The header is ignored if the
 * connection itself is not from a trusted proxy, because a client can send any value.
 */
export function addressReader(trusted: BlockList): AddressOf {
  const isTrusted = (address: string) => isIP(address) > 0 && trusted.check(address, familyOf(address))
  return ({ socket, headers }) => {
    const remoteAddress = normalizeAddress(socket.remoteAddress ?? '')
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
    if (!forwardedFor || !isTrusted(remoteAddress)) return remoteAddress
    const addresses = forwardedFor.split(',').map(forwardedAddress)
    const lastUntrusted = addresses.findLastIndex((address) => address === undefined || !isTrusted(address))
    return addresses[Math.max(lastUntrusted, 0)] ?? remoteAddress
  }
}

/** Without trusted proxies, the address is the connection's remote address. */
export const socketAddress: AddressOf = addressReader(new BlockList())
