import { declarations, unpublished } from '../../elements/index.ts'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import type { Address } from '../../src/contract/addresses/vocabulary.ts'

/** An address with its names filled in, and the tag that it opens. */
export interface Opened {
  readonly url: string
  readonly pattern: string
  readonly tag: string
}

const declared = new Set<string>([...declarations, ...unpublished].map(({ tag }) => tag))
/** Pages of the platform itself; every other address opens the console, which shows what is there or says what will be. */
const isOwnPage = ({ pattern }: Address) => /^\/(embedded|ui)(\/|$)/.test(pattern)
const isServed = (address: Address) => !isOwnPage(address) || address.tag === 'page' || declared.has(address.tag)

const words: Readonly<Record<string, string>> = { clientName: 'harborline', entityLabel: 'hotels', resourceType: 'users' }

/** The address of a pattern: ids are those of the demonstration's first thing of each kind. */
const filled = (pattern: string) => filledAs(pattern)
/** The address of a pattern, with ids of its own. */
export const filledAs = (pattern: string, own: Readonly<Record<string, string>> = {}) =>
  pattern.replace(/:(\w+)/g, (_, name: string) => own[name] ?? words[name] ?? '1')

const opened = (address: Address): Opened => ({
  url: filled(address.pattern),
  pattern: address.pattern,
  tag: isOwnPage(address) ? address.tag : 'ad-console',
})

/** Every address of the console, and every one for frames whose tag is built. */
export const servedAddresses = addresses.filter(isServed).map(opened)
/** What the console itself shows, whichever element it opens for it. */
export const consoleAddresses = addresses.filter((address) => !isOwnPage(address))
/** Every other one of the table: pages for frames, which have to say that they are not built. */
export const unservedAddresses = addresses.filter((address) => !isServed(address)).map(opened)
/** The pages for frames, whether their tag is built or not: who may surround them is decided before. */
export const embeddedAddresses = addresses.filter(({ pattern }) => pattern.startsWith('/embedded/')).map(({ pattern }) => filled(pattern))
