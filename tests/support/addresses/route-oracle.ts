import { SeededRandom } from '../../../demo/platform/delivery/chance.ts'

const words = [
  ...['clients', 'advertisers', 'advertiser', 'advertiser-groups', 'admin', 'register', 'dashboard', 'reporting', 'embedded'],
  ...['campaigns', 'create', 'users', 'fernhill', 'add-advertisers', 'advertiser-insights', 'clientsx', 'x', '12x'],
] as const
const numbers = ['1', '7', '42', '2147483647', '2147483648', '0', '007', '99999999999'] as const
const names = ['client_id', 'advertiser_id', 'tab', 'returnRoute'] as const

/** Paths of known and unknown words, in random order. */
export function randomRoutes(count: number): string[] {
  const chance = new SeededRandom('routes')
  const segment = () => (chance.next() < 0.45 ? chance.pick(numbers) : chance.pick(words))
  const many = (min: number, max: number, make: () => string) => Array.from({ length: chance.integer(min, max) }, make)
  return Array.from({ length: count }, () => {
    const path = many(0, 7, segment).join('/')
    const query = many(0, 3, () => `${chance.pick(names)}=${segment()}`).join('&')
    return `/${path}${chance.next() < 0.2 ? '/' : ''}${query && `?${query}`}${chance.next() < 0.2 ? '#clients/9?client_id=9' : ''}`.replace(
      '//',
      '/',
    )
  })
}

/** An integer in canonical form that fits the database. */
const idIn = (text: string | null) => {
  const value = Number(text)
  return text !== null && String(value) === text && Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : undefined
}

/** The context of an address, parsed with the browser's URL class, segment by segment. */
export function expectedContext(url: string) {
  const { pathname, searchParams } = new URL(url, 'https://console.example')
  const values: Record<string, string> = {}
  let area = 'top'
  let before = ''
  for (const segment of pathname.split('/')) {
    if (segment === '') continue
    const slot = before === 'advertiser' ? 'advertisers' : before
    if (['clients', 'advertisers', 'advertiser-groups'].includes(slot)) values[slot] ??= segment
    const isTelling = ['admin', 'register', 'dashboard', 'reporting', 'embedded'].includes(segment)
    if (isTelling && (area === 'top' || area === 'clients')) area = segment
    if (segment === 'clients' && area === 'top') area = 'clients'
    before = segment
  }
  const from = (slot: string, name: string) => {
    const segment = values[slot]
    return idIn(segment === undefined && area !== 'register' ? searchParams.get(name) : (segment ?? null))
  }
  const clientId = from('clients', 'client_id')
  const advertiserId = from('advertisers', 'advertiser_id')
  const advertiserGroupId = idIn(values['advertiser-groups'] ?? null)
  return {
    area,
    ...(clientId && { clientId }),
    ...(advertiserId && { advertiserId }),
    ...(advertiserGroupId && { advertiserGroupId }),
  }
}
