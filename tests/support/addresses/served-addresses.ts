import { declarations, unpublished } from '../../../elements/index.ts'
import { addresses } from '../../../src/contract/addresses/addresses.ts'
import type { Address } from '../../../src/contract/addresses/vocabulary.ts'

/** A filled address, and the tag that it opens. */
export interface Opened {
  readonly url: string
  readonly pattern: string
  readonly tag: string
}

const declared = new Set<string>([...declarations, ...unpublished].map(({ tag }) => tag))
/** Pages of the platform itself; every other address opens the console, which shows its content or says that it is not built yet. */
const isOwnPage = ({ pattern }: Address) => /^\/(embedded|ui)(\/|$)/.test(pattern)
const isServed = (address: Address) => !isOwnPage(address) || address.tag === 'page' || declared.has(address.tag)

const words: Readonly<Record<string, string>> = { clientName: 'harborline', entityLabel: 'hotels', resourceType: 'users' }

/** The address of a pattern, with the ids of the demonstration's first row of each kind. */
const filled = (pattern: string) => filledAs(pattern)
/** The address of a pattern, with some given ids. */
export const filledAs = (pattern: string, own: Readonly<Record<string, string>> = {}) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => own[name] ?? words[name] ?? '1')

const opened = (address: Address): Opened => ({
  url: filled(address.pattern),
  pattern: address.pattern,
  tag: isOwnPage(address) ? address.tag : 'ad-console',
})

/** Every address of the console, and every page for frames whose tag is built. */
export const servedAddresses = addresses.filter(isServed).map(opened)
/** All addresses of the console, whichever element they open. */
export const consoleAddresses = addresses.filter((address) => !isOwnPage(address))
/** All other addresses: pages for frames that must say that they are not built. */
export const unservedAddresses = addresses.filter((address) => !isServed(address)).map(opened)
/** All pages for frames, built or not, because the frame policy is checked first. */
export const embeddedAddresses = addresses.filter(({ pattern }) => pattern.startsWith('/embedded/')).map(({ pattern }) => filled(pattern))
