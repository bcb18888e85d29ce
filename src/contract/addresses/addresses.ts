import { campaignAddresses, clientAddresses, embeddedCampaignAddresses, savedReportAddresses } from './clients.ts'
import { adminAddresses, adminOrderAddresses, toolAddresses } from './admin.ts'
import { type Address, addressRow } from './vocabulary.ts'
import { parseId } from './context.rules.ts'

/** Sign-in, registration and other addresses without a client. */
const topAddresses: Address[] = [
  addressRow('/', 'ad-console'),
  addressRow('/embedded', 'ad-console', '', { attributes: { routed: '', embedded: '' } }),
  addressRow('/login', 'ad-sign-in', 'login'),
  addressRow('/setup-account', 'ad-sign-in', 'setup-account'),
  addressRow('/:clientName/login', 'ad-sign-in', 'login'),
  addressRow('/:clientName/setup-account', 'ad-sign-in', 'setup-account'),
  ...[
    '',
    '/advertisers/billing',
    '/billing/addAdvertiser',
    '/advertisers/:advertiserId/payment',
    '/advertisers/:advertiserId/entities',
  ].map((rest) => addressRow(`/:clientName/register${rest}`, 'ad-registration', rest.slice(1))),
]

const framedClient = '/embedded/clients/:clientId'
const framedAdvertiser = `${framedClient}/advertisers/:advertiserId`
const chart = `${framedAdvertiser}/campaigns/:campaignId`

/** Pages for frames. */
const embeddedAddresses: Address[] = [
  addressRow('/embedded/error', 'page', '', { file: 'elements/frame/embedded-error.ts' }),
  addressRow(`${framedClient}/chart`, 'ad-report-chart'),
  addressRow(`${chart}/chart`, 'ad-report-chart', '', { attributes: { context: 'campaign' } }),
  addressRow(`${chart}/media-chart`, 'ad-report-chart', '', { attributes: { context: 'media_plan' } }),
  addressRow(`${framedClient}/reporting`, 'ad-reporting', 'reporting'),
  addressRow(`${framedAdvertiser}/reporting`, 'ad-reporting', 'reporting'),
  addressRow(`${framedClient}/saved-reports`, 'ad-reporting', 'saved_reports'),
  addressRow(`${framedClient}/scheduling`, 'ad-reporting', 'scheduling'),
  ...savedReportAddresses([framedClient, framedAdvertiser]),
  ...['', 'create', 'settings', ':insertionOrderId', ':insertionOrderId/edit'].map((path) =>
    addressRow(`${framedClient}/insertion-orders${path && `/${path}`}`, 'ad-insertion-orders', path),
  ),
  ...embeddedCampaignAddresses(),
]

/** The gallery of UI components, for developers. */
const galleryAddresses = ['', 'fields', 'choosing', 'tables', 'overlays', 'navigation', 'context'].map((path) =>
  addressRow(path ? `/ui/${path}` : '/ui', 'ad-gallery', path),
)

/** Every address of the product. The console, frames, mails and links between surfaces are derived from it. */
export const addresses: readonly Address[] = [
  ...topAddresses,
  ...adminAddresses,
  ...toolAddresses,
  ...clientAddresses,
  ...campaignAddresses,
  // After the console's addresses, because `surfaceUrl` uses the first address that opens a surface.
  ...embeddedAddresses,
  ...adminOrderAddresses,
  ...galleryAddresses,
]

/** The surface that an address opens. */
export interface AddressMatch {
  readonly address: Address
  readonly tag: Address['tag']
  readonly attributes: Readonly<Record<string, string>>
  /** Path inside the surface, without a leading slash and with the query. */
  readonly path: string
}

const names = (pattern: string) => [...pattern.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? [])
const dash = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const isId = (name: string) => name.endsWith('Id')

/** Whether a value can fill a parameter: an id must be valid, and an entity label must not be a number. */
const canBe = (name: string, value: string) => (isId(name) ? parseId(value) !== undefined : name !== 'entityLabel' || !/^\d+$/.test(value))

const sourceOf = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name: string) => (isId(name) ? String.raw`(\d+)` : '([^/]+)'))

const parameterWeight = ({ pattern }: Address) => names(pattern).reduce((sum, name) => sum + (isId(name) ? 1 : 100), 0)
/** Sorted once, because a page matches addresses on every navigation and for each breadcrumb. */
const sortedAddresses = addresses
  .toSorted((a, b) => parameterWeight(a) - parameterWeight(b))
  .map((address) => ({ address, names: names(address.pattern), shape: new RegExp(`^${sourceOf(address.pattern)}/?$`) }))
type Known = (typeof sortedAddresses)[number]

function valuesOf(known: Known, pathname: string): Record<string, string> | undefined {
  const found = known.shape.exec(pathname)
  if (!found) return undefined
  try {
    const values = known.names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')] as const)
    return values.every(([name, value]) => canBe(name, value)) ? Object.fromEntries(values) : undefined
  } catch {
    return undefined
  }
}

/** The surface that a URL opens. Literal segments win over ids, and ids win over labels. */
export function matchAddress(url: string): AddressMatch | undefined {
  const [, pathname = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? []
  for (const known of sortedAddresses) {
    const values = valuesOf(known, pathname)
    if (values) return toMatch(known.address, values, query)
  }
  return undefined
}

function toMatch(address: Address, values: Record<string, string>, query: string): AddressMatch {
  const inPath = new Set(names(address.path))
  const context = Object.entries(values).filter(([name]) => !inPath.has(name))
  const path = address.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return {
    address,
    tag: address.tag,
    attributes: { ...address.attributes, ...Object.fromEntries(context.map(([name, value]) => [dash(name), value])) },
    path: path + query,
  }
}
