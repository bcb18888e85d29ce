import { lookup } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { HostCheck } from '../../../src/contract/clients/hosts.ts'

/** The addresses of a host name; empty if it does not exist. Rejects if the DNS does not answer. */
export type ResolveHost = (hostName: string) => Promise<readonly string[]>

const maxLookupMs = 5000
const loopback = ['127.0.0.1', '::1']
const unknownNames: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** Resolves a name as connections from this machine do. Names below `localhost` are this machine, as RFC 6761 says. */
export const resolveHost: ResolveHost = async (hostName) => {
  if (hostName === 'localhost' || hostName.endsWith('.localhost')) return loopback
  const tooLate = new AbortController()
  try {
    const found = await Promise.race([
      lookup(hostName, { all: true }),
      pause(maxLookupMs, undefined, { signal: tooLate.signal }).then(() => Promise.reject(new Error(`No answer for ${hostName}`))),
    ])
    return found.map(({ address }) => address)
  } catch (error) {
    if (error instanceof Error && 'code' in error && unknownNames.includes(error.code)) return []
    throw error
  } finally {
    tooLate.abort()
  }
}

type DnsCheck = Pick<HostCheck, 'dns' | 'addresses' | 'expected'>

/** Where a host name leads, compared with the host names of this platform. */
export async function checkDns(hostName: string, ownHosts: readonly string[], resolve: ResolveHost): Promise<DnsCheck> {
  const own = await Promise.all(ownHosts.map((name) => resolve(name).catch(() => [])))
  const expected = [...new Set(own.flat())].toSorted()
  const found = await resolve(hostName).catch(() => undefined)
  const addresses = [...new Set(found)].toSorted()
  if (found === undefined) return { dns: 'unknown', addresses, expected }
  if (addresses.length === 0) return { dns: 'missing', addresses, expected }
  return { dns: addresses.some((address) => expected.includes(address)) ? 'here' : 'elsewhere', addresses, expected }
}
