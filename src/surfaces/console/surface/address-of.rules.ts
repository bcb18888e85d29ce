import { type Place, addresses, match } from '../../../contract/addresses/addresses.ts'

const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const pathnameOf = (path: string) => path.replace(/[?#].*/s, '').replace(/^\/+|\/+$/g, '')

/** The values of a pattern's names in a path; nothing where it does not fit. */
function valuesIn(pattern: string, pathname: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')]
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, word] of wanted.entries()) {
    const said = given[at] ?? ''
    if (!word.startsWith(':') ? word !== said : !said) return undefined
    if (word.startsWith(':')) values[word.slice(1)] = said
  }
  return values
}

/**
 * The address at which a surface shows a path, seen from where it is: the same tag with the same context.
 * Where several addresses show the same, that of now is kept. Nothing where the table has no such address.
 */
export function addressOf(
  { tag, attributes }: Pick<Place, 'tag' | 'attributes'>,
  path: string,
  now?: Place['address'],
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
    // What the table reads back from it must be what was meant: reserved words and ids may say otherwise.
    const found = filled.includes(':') ? undefined : match(filled + query)
    if (found?.tag === tag && pathnameOf(found.path) === pathname && isSame(found.attributes, attributes)) return filled + query
  }
  return undefined
}

const isSame = (one: Place['attributes'], other: Place['attributes']) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/** What the links of a surface begin with, so that the address of one of its places follows; nothing where its addresses have no such part. */
export function linkBaseOf(place: Pick<Place, 'tag' | 'attributes' | 'path'>): string | undefined {
  const start = addressOf(place, '')
  if (start !== undefined) return start
  const here = addressOf(place, pathnameOf(place.path))
  return here?.endsWith(`/${pathnameOf(place.path)}`) ? here.slice(0, here.length - pathnameOf(place.path).length - 1) : undefined
}
