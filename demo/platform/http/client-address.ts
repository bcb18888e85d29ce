import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Returns what rate limits count a client by: its IPv4 address or its IPv6 network. */
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

/**
 * An IPv4 address, or the /64 network of an IPv6 address: a household or a rented server usually has a whole /64, so that each of its
 * addresses would otherwise have limits of its own.
 */
function networkOf(address: string): string {
  if (isIPv4(address) || !isIP(address)) return address
  const [start = '', end = ''] = address.split('::')
  const startGroups = start.split(':').filter(Boolean)
  const endGroups = end.split(':').filter(Boolean)
  const zeros = Array<string>(8 - startGroups.length - endGroups.length).fill('0')
  const network = [...startGroups, ...zeros, ...endGroups].slice(0, 4)
  return `${network.join(':')}::/64`
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
 * Reads X-Forwarded-For from the right and returns the network of the first address that is not a trusted proxy. The header is ignored if
 * the connection itself is not from a trusted proxy, because a client can send any value. Proxies are compared by whole addresses.
 */
export function addressReader(trusted: BlockList): AddressOf {
  const isTrusted = (address: string) => isIP(address) > 0 && trusted.check(address, familyOf(address))
  return ({ socket, headers }) => {
    const remoteAddress = normalizeAddress(socket.remoteAddress ?? '')
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
    if (!forwardedFor || !isTrusted(remoteAddress)) return networkOf(remoteAddress)
    const addresses = forwardedFor.split(',').map(forwardedAddress)
    const lastUntrusted = addresses.findLastIndex((address) => address === undefined || !isTrusted(address))
    return networkOf(addresses[Math.max(lastUntrusted, 0)] ?? remoteAddress)
  }
}

/** Without trusted proxies, the address is the connection's remote address. */
export const socketAddress: AddressOf = addressReader(new BlockList())
