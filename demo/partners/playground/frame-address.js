import { platform } from '../inspector/manifest.js'

/** The embedded page of each tag, and the attributes that its query accepts. */
const embedded = {
  'ad-report-chart': { page: 'chart', query: ['date-range', 'start-date', 'end-date', 'compare', 'granularity'] },
  'ad-reporting': { page: 'reporting', query: [] },
  'ad-insertion-orders': { page: 'insertion-orders', query: [] },
}
const ofFrame = ['locale', 'theme']

export const hasFrame = (tag) => tag in embedded

/** Attributes that a frame ignores, because the platform's address and the client's theme decide them. */
export const lostInFrame = ({ tag, attributes }) =>
  Object.keys(attributes).filter((name) => ![...embedded[tag].query, ...ofFrame, 'client-id'].includes(name))

/** Attributes of an `ad-frame` that shows the same element. */
export function frameAttributes({ tag, attributes }) {
  const { page, query } = embedded[tag]
  const said = query.flatMap((name) => (name in attributes ? [[name.replaceAll('-', '_'), attributes[name]]] : []))
  const words = said.length > 0 ? `?${new URLSearchParams(said)}` : ''
  const kept = ofFrame.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : []))
  return { src: `${platform}/embedded/clients/${attributes['client-id'] || '0'}/${page}${words}`, title: page, ...Object.fromEntries(kept) }
}
