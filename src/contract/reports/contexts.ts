export const reportContexts = [
  'campaign',
  'ad_group',
  'media_plan',
  'entity',
  'ad_group_entity',
  'general',
  'offsite',
  'reservations',
  'saved',
  'review',
  'simple',
] as const
export type ReportContext = (typeof reportContexts)[number]
