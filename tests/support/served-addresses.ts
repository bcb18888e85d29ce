import { declarations, unpublished } from '../../elements/index.ts'
import { addresses } from '../../src/contract/addresses.ts'
import type { Address } from '../../src/contract/addresses.vocabulary.ts'

/** An address with its names filled in, and the tag that it opens. */
export interface Opened {
  readonly url: string
  readonly pattern: string
  readonly tag: string
}

const declared = new Set<string>([...declarations, ...unpublished].map(({ tag }) => tag))
/** Pages of the platform itself; every other address is the console's, and opens as soon as there is one. */
const isOwnPage = ({ pattern }: Address) => /^\/(embedded|ui)(\/|$)/.test(pattern)
const isBuilt = (address: Address) => address.tag === 'page' || declared.has(address.tag)
const isServed = (address: Address) => isBuilt(address) && (isOwnPage(address) || declared.has('ad-console'))

const words: Readonly<Record<string, string>> = { clientName: 'harborline', entityLabel: 'hotels', resourceType: 'users' }

/** The address of a pattern: ids are those of the demonstration's first thing of each kind. */
const filled = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name: string) => words[name] ?? '1')

const opened = (address: Address): Opened => ({ url: filled(address.pattern), pattern: address.pattern, tag: address.tag })

/** Every address whose tag is built, and which therefore has to open. */
export const servedAddresses = addresses.filter(isServed).map(opened)
/** Every other one of the table, which has to say that there is no such page; the start page stands in for the console. */
export const unservedAddresses = addresses.filter((address) => !isServed(address) && address.pattern !== '/').map(opened)
/** The pages for frames, whether their tag is built or not: who may surround them is decided before. */
export const embeddedAddresses = addresses.filter(({ pattern }) => pattern.startsWith('/embedded/')).map(({ pattern }) => filled(pattern))
