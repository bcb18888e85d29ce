import { type AddressMatch, addresses, matchAddress } from '../../../contract/addresses/addresses.ts'

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pathnameOf = (path: string) => path.replace(/[?#].*/s, '').replace(/^\/+|\/+$/g, '')

/** Values of a pattern's parameters in a path; undefined if the path does not match. */
function valuesIn(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, word] of wanted.entries()) {
    const said = given[at] ?? ''
    if (!word.startsWith(':') ? word !== said : !said) return undefined
    if (word.startsWith(':')) values[word.slice(1)] = said
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
  const others = addresses.filter((one) => one.tag === tag && one !== now)
  for (const address of now?.tag === tag ? [now, ...others] : others) {
    const values = valuesIn(address.path, pathname)
    if (!values) continue
    const filled = address.pattern.replace(/:(\w+)/g, (word, name: string) => {
      const given = attributes[dash(name)]
      return values[name] ?? (given === undefined ? word : encodeURIComponent(given))
    })
    // Parses the result again, because reserved words and ids could match another URL pattern.
    const found = filled.includes(':') ? undefined : matchAddress(filled + query)
    if (found?.tag === tag && pathnameOf(found.path) === pathname && isSame(found.attributes, attributes)) return filled + query
  }
  return undefined
}

const isSame = (one: AddressMatch['attributes'], other: AddressMatch['attributes']) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/** The `link-base` of a surface; undefined if its URLs do not end with its path. */
export function linkBaseOf(place: Pick<AddressMatch, 'tag' | 'attributes' | 'path'>): string | undefined {
  const start = surfaceUrl(place, '')
  if (start !== undefined) return start
  const here = surfaceUrl(place, pathnameOf(place.path))
  return here?.endsWith(`/${pathnameOf(place.path)}`) ? here.slice(0, here.length - pathnameOf(place.path).length - 1) : undefined
}
