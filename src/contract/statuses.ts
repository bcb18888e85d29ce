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

/** The specification numbers these statuses of orders, and the pending status of clients. */
export const orderStatusIds = { open: 1, pending: 2, approved: 3, ended: 4, closed: 5 } as const
export const clientPendingId = 3
/** Only internal staff can open a client with one of these statuses. */
export const closedClientStatuses = ['inactive', 'disabled', 'locked', 'deactivated', 'archived'] as const satisfies readonly Status[]
export const reviewStatusIds = { under_review: 1, denied: 2, approved: 3 } as const
export const competitivenessIds = { Competitive: 1, NotCompetitive: 2, NoData: 3, Disabled: 4 } as const

export const userStatuses = ['active', 'inactive'] as const
export const advertiserStatuses = ['pending', 'active', 'inactive'] as const

/** The statuses that each form offers. */
export const statusChoices = {
  editCampaign: ['active', 'pending', 'paused'],
  createCampaign: ['active', 'pending'],
  editAdGroup: ['active', 'paused', 'pending'],
  createAdGroup: ['pending'],
  bulkEdit: ['no change', 'active', 'paused'],
  editClient: ['active', 'paused'],
} as const

/** The statuses that a selection list includes. */
export const selectableStatuses = {
  open: ['open'],
  openAndApproved: ['open', 'approved'],
  pendingAndApproved: ['pending', 'approved'],
} as const
