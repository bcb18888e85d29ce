import { type AddressMatch, addresses, matchAddress } from '../../../contract/addresses/addresses.ts'

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pathnameOf = (path: string) => path.replace(/[?#].*/s, '').replace(/^\/+|\/+$/g, '')

/** Values of a pattern's parameters in a path; undefined if the path does not match. */
function valuesIn(pattern: string, pathname: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/')
  const pathParts = pathname.split('/')
  if (patternParts.length !== pathParts.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, word] of patternParts.entries()) {
    const pathPart = pathParts[at] ?? ''
    if (!word.startsWith(':') ? word !== pathPart : !pathPart) return undefined
    if (word.startsWith(':')) values[word.slice(1)] = pathPart
  }
  return values
}

/** URL of a surface's path in the current context. Prefers the current URL pattern if several match; undefined if none does. */
export function surfaceUrl(
  { tag, attributes }: Pick<AddressMatch, 'tag' | 'attributes'>,
  path: string,
  now?: AddressMatch['address'],
): string | undefined {
  const pathname = pathnameOf(path)
  const query = /\?[^#]*/.exec(path)?.[0] ?? ''
  const otherAddresses = addresses.filter((item) => item.tag === tag && item !== now)
  for (const address of now?.tag === tag ? [now, ...otherAddresses] : otherAddresses) {
    const values = valuesIn(address.path, pathname)
    if (!values) continue
    const filled = address.pattern.replace(/:(\w+)/g, (word, name: string) => {
      const value = attributes[dash(name)]
      return values[name] ?? (value === undefined ? word : encodeURIComponent(value))
    })
    // Parses the result again, because reserved words and ids could match another URL pattern.
    const match = filled.includes(':') ? undefined : matchAddress(filled + query)
    if (match?.tag === tag && pathnameOf(match.path) === pathname && isSame(match.attributes, attributes)) return filled + query
  }
  return undefined
}

const isSame = (a: AddressMatch['attributes'], b: AddressMatch['attributes']) =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name])

/** The `link-base` of a surface; undefined if its URLs do not end with its path. */
export function linkBaseOf(target: Pick<AddressMatch, 'tag' | 'attributes' | 'path'>): string | undefined {
  const start = surfaceUrl(target, '')
  if (start !== undefined) return start
  const url = surfaceUrl(target, pathnameOf(target.path))
  return url?.endsWith(`/${pathnameOf(target.path)}`) ? url.slice(0, url.length - pathnameOf(target.path).length - 1) : undefined
}
