import { type ReportContext, reportContexts } from './contexts.ts'
import { statuses } from '../statuses.ts'

/** The channel that a context is limited to; other contexts include all channels. */
export const contextChannels: Partial<Record<ReportContext, string>> = {
  media_plan: 'media',
  offsite: 'offsite',
  reservations: 'reservations',
}

/** Contexts limited to one channel; a channel column would be the same in every row. */
export const singleChannelContexts: readonly string[] = Object.keys(contextChannels)
const adGroups = ['ad_group_id', 'ad_group_name']
const entities = ['entity_id', 'entity_name']
/** Dimensions that a context does not offer, because they are below its subject. */
const below: Partial<Record<ReportContext, readonly string[]>> = {
  campaign: [...adGroups, ...entities],
  review: [...adGroups, ...entities],
  simple: [...adGroups, ...entities],
  ad_group: entities,
  entity: adGroups,
}
const contextsOf = (name: string) =>
  reportContexts.filter((context) => !below[context]?.includes(name) && !(name === 'channel' && singleChannelContexts.includes(context)))

/** The ids of the types of fields. */
export const searchFieldTypes = { Text: 1, Numeric: 2, Date: 3, Keyword: 4, Integer: 5 } as const

/** A column that groups or filters the rows of a report. */
export interface Dimension {
  readonly id: string
  readonly name: string
  readonly category: 'Account' | 'Campaign' | 'Item' | 'Delivery' | 'Time'
  readonly description: string
  readonly filterable: boolean
  readonly presentation: 'text' | 'id' | 'date' | 'choice'
  readonly type: 'Text' | 'Integer' | 'Date' | 'Keyword'
  readonly contexts: readonly ReportContext[]
  readonly acceptedValues?: readonly string[]
  /** The dimension that shows the name for this id. */
  readonly labelledBy?: string
}

const id = (name: string, category: Dimension['category'], label: string, labelledBy: string): Dimension => ({
  id: name,
  name: label,
  category,
  description: `${label} of the delivery`,
  filterable: true,
  presentation: 'id',
  type: 'Integer',
  contexts: contextsOf(name),
  labelledBy,
})
const named = (name: string, category: Dimension['category'], label: string): Dimension => ({
  id: name,
  name: label,
  category,
  description: label,
  filterable: true,
  presentation: 'text',
  type: 'Text',
  contexts: contextsOf(name),
})
const time = (name: string, label: string, filterable = false): Dimension => ({
  id: name,
  name: label,
  category: 'Time',
  description: `${label} of the delivery, in the advertiser's own day`,
  filterable,
  presentation: 'date',
  type: 'Date',
  contexts: contextsOf(name),
})
const choice = (name: string, label: string, acceptedValues: readonly string[]): Dimension => ({
  id: name,
  name: label,
  category: 'Delivery',
  description: label,
  filterable: true,
  presentation: 'choice',
  type: 'Keyword',
  contexts: contextsOf(name),
  acceptedValues,
})

export const channelNames = ['onsite', 'media', 'offsite', 'reservations'] as const
export const deviceNames = ['desktop', 'mobile', 'app'] as const

/** All dimensions. */
export const dimensions: readonly Dimension[] = [
  id('advertiser_id', 'Account', 'Advertiser ID', 'advertiser_name'),
  named('advertiser_name', 'Account', 'Advertiser'),
  id('campaign_id', 'Campaign', 'Campaign ID', 'campaign_name'),
  named('campaign_name', 'Campaign', 'Campaign'),
  { ...choice('campaign_status', 'Campaign status', statuses), category: 'Campaign' },
  id('ad_group_id', 'Campaign', 'Ad group ID', 'ad_group_name'),
  named('ad_group_name', 'Campaign', 'Ad group'),
  id('entity_id', 'Item', 'Entity ID', 'entity_name'),
  named('entity_name', 'Item', 'Entity'),
  choice('channel', 'Channel', channelNames),
  choice('device', 'Device', deviceNames),
  time('hour', 'Hour'),
  time('day', 'Day', true),
  time('week', 'Week'),
  time('month', 'Month'),
]

const byId = new Map(dimensions.map((dimension) => [dimension.id, dimension]))
export const dimensionOf = (name: string): Dimension | undefined => byId.get(name)
