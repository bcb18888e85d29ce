/** Why a text is not an origin that may embed pages. */
export type OriginFault = 'not_an_origin' | 'null_origin' | 'needs_https' | 'has_path' | 'wildcard_place' | 'wildcard_too_wide'

/** The most origins of one client. */
export const maxAllowedOrigins = 50

type ParsedOrigin = { readonly origin: string } | { readonly code: OriginFault }

const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

/**
 * An origin as browsers send it: scheme, host, and the port unless it is the default. The first label of the host may be `*`, which
 * means exactly one label. Only https, because others could change a page on its way; http is for the developer's own machine.
 */
export function parseOrigin(text: string): ParsedOrigin {
  const trimmed = text.trim()
  if (trimmed.toLowerCase() === 'null') return { code: 'null_origin' }
  const [, scheme = '', authority = '', rest = ''] = /^([a-z][a-z\d+.-]*):\/\/([^/?#\\@\s]+)([/?#].*)?$/i.exec(trimmed) ?? []
  if (authority === '') return { code: 'not_an_origin' }
  if (rest !== '' && rest !== '/') return { code: 'has_path' }
  const [, wildcard, host = ''] = /^(\*\.)?(.*)$/.exec(authority) ?? []
  if (host.includes('*')) return { code: 'wildcard_place' }
  const url = `${scheme}://${host}`
  if (!URL.canParse(url)) return { code: 'not_an_origin' }
  const { origin, protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) return { code: 'needs_https' }
  if (wildcard === undefined) return { origin }
  // A wildcard directly below a top-level domain, or before an address, would allow sites of many owners.
  const labels = hostname.split('.')
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '') || hostname.startsWith('[')) return { code: 'wildcard_too_wide' }
  return { origin: origin.replace('://', '://*.') }
}

/** Whether an allowed origin, which may begin with a wildcard, covers the origin of a page. */
export function originMatches(allowed: string, origin: string): boolean {
  if (allowed === origin) return true
  const [scheme, host] = allowed.split('://*.')
  if (host === undefined || !origin.startsWith(`${scheme}://`)) return false
  const [label, ...others] = origin.slice(`${scheme}://`.length).split('.')
  return label !== undefined && /^[a-z\d-]+$/.test(label) && others.join('.') === host
}

/** Whether a list of allowed origins covers the origin of a page. */
export const isOriginAllowed = (allowed: readonly string[], origin: string) => allowed.some((one) => originMatches(one, origin))

/** The line of the Content-Security-Policy that lets the origins frame pages. */
export const frameAncestors = (origins: readonly string[]) => (origins.length > 0 ? origins.join(' ') : "'none'")
