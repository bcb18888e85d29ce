/** The specification's statuses. */
export const statuses = [
  'pending',
  'active',
  'inactive',
  'invalid',
  'paused',
  'ended',
  'archived',
  'disabled',
  'locked',
  'deactivated',
  'open',
  'approved',
  'closed',
] as const
export type Status = (typeof statuses)[number]

/** Statuses with an icon. `reserved` and `launched` belong to reservations, so they are not in `statuses`. */
export const statusIcons = [
  'active',
  'inactive',
  'pending',
  'paused',
  'ended',
  'locked',
  'deactivated',
  'invalid',
  'archived',
  'approved',
  'closed',
  'open',
  'reserved',
  'launched',
] as const
export type StatusIcon = (typeof statusIcons)[number]

/** Numeric IDs from the specification: for insertion orders, and for a pending client. */
export const orderStatusIds = { open: 1, pending: 2, approved: 3, ended: 4, closed: 5 } as const
export const clientPendingId = 3
/** Only internal staff can open a client with one of these statuses. */
export const closedClientStatuses = ['inactive', 'disabled', 'locked', 'deactivated', 'archived'] as const satisfies readonly Status[]
export const reviewStatusIds = { under_review: 1, denied: 2, approved: 3 } as const
export const competitivenessIds = { Competitive: 1, NotCompetitive: 2, NoData: 3, Disabled: 4 } as const

export const userStatuses = ['active', 'inactive'] as const
export const advertiserStatuses = ['pending', 'active', 'inactive'] as const

/** The statuses that each form offers. `no change` keeps each row's own. */
export const statusChoices = {
  editCampaign: ['active', 'pending', 'paused'],
  createCampaign: ['active', 'pending'],
  editAdGroup: ['active', 'paused', 'pending'],
  createAdGroup: ['pending'],
  bulkEdit: ['no change', 'active', 'paused'],
  editClient: ['active', 'paused'],
} as const

/** Insertion orders by status that a choice offers. */
export const selectableStatuses = {
  open: ['open'],
  openAndApproved: ['open', 'approved'],
  pendingAndApproved: ['pending', 'approved'],
} as const
