import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Where a request comes from, as far as the limits by address are concerned. */
export type AddressOf = (request: IncomingMessage) => string

/** One spelling for each address: an IPv4 one that came over IPv6 is the IPv4 one. */
function plain(address: string): string {
  const [bare = ''] = address.split('%')
  if (isIPv4(bare) || !isIP(bare)) return bare
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? []
  if (!high || !low) return short
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')
}

/** An entry of the header without the port that some proxies add; nothing when it is no address. */
function entry(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return isIP(bare) ? plain(bare) : undefined
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** The proxies that somebody named: addresses, networks such as 10.0.0.0/8, and the word loopback; nothing when one of them is none of these. */
export function proxyList(names: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const name of names.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : one))) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(name) ?? []
    if (!isIP(address) || Number(bits ?? 0) > (isIPv4(address) ? 32 : 128)) return undefined
    if (bits === undefined) list.addAddress(plain(address), familyOf(plain(address)))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Believes what a trusted proxy says of whom it passes on, and what that one says if it is trusted too; anybody else can write what they like. */
export function addressReader(trusted: BlockList): AddressOf {
  const isTrusted = (address: string) => isIP(address) > 0 && trusted.check(address, familyOf(address))
  return ({ socket, headers }) => {
    const near = plain(socket.remoteAddress ?? '')
    const said = [headers['x-forwarded-for'] ?? []].flat().join(',')
    if (!said || !isTrusted(near)) return near
    const way = said.split(',').map(entry)
    const first = way.findLastIndex((address) => address === undefined || !isTrusted(address))
    return way[Math.max(first, 0)] ?? near
  }
}

/** Without proxies a request comes from the other end of its connection. */
export const socketAddress: AddressOf = addressReader(new BlockList())
