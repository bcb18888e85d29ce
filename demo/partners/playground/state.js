// Settings are stored in the address, so that a shared link shows the same. Missing settings have their defaults.
export const partners = {
  shop: { name: 'Fernhill Houses', given: { 'client-id': '1', 'advertiser-id': '1' } },
  portal: { name: 'Greenbasket portal', given: { 'client-id': '2' } },
}
const usual = { as: 'shop', place: 'page', width: 'full', dir: '', snippet: 'page' }
const first = { 'date-range': 'last_30_days', compare: 'previous_period', theme: 'auto' }

const prefixed = (query, prefix) =>
  Object.fromEntries([...query].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])))

/** Attributes of an element before the visitor changes a knob. */
export function firstAttributes({ attributes }, as) {
  const known = new Set(attributes.map(({ name }) => name))
  const frame = known.has('src')
    ? { src: `https://console.example/embedded/clients/${partners[as].given['client-id']}/chart`, title: 'Chart' }
    : {}
  return Object.fromEntries(Object.entries({ ...partners[as].given, ...first, ...frame }).filter(([name]) => known.has(name)))
}

/** Parses the address. */
export function readState(search, elements) {
  const query = new URLSearchParams(search)
  const one = (name) => query.get(name) ?? usual[name]
  const element =
    elements.find(({ tagName }) => tagName === query.get('tag')) ?? elements.find(({ tagName }) => tagName !== 'ad-frame') ?? elements[0]
  const as = partners[one('as')] ? one('as') : usual.as
  const attributes = query.has('tag') ? prefixed(query, 'a.') : firstAttributes(element, as)
  const tokens = Object.fromEntries(Object.entries(prefixed(query, 't.')).map(([name, value]) => [`--ad-${name}`, value]))
  return {
    tag: element.tagName,
    as,
    place: one('place'),
    width: one('width'),
    dir: one('dir'),
    snippet: one('snippet'),
    attributes,
    tokens,
  }
}

export function writeState({ tag, attributes, tokens, ...rest }) {
  const query = new URLSearchParams({ tag })
  for (const [name, value] of Object.entries(rest)) if (value !== usual[name]) query.set(name, value)
  for (const [name, value] of Object.entries(attributes)) query.set(`a.${name}`, value)
  for (const [name, value] of Object.entries(tokens)) query.set(`t.${name.replace('--ad-', '')}`, value)
  return `?${query}`
}
