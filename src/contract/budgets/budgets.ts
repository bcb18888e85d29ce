/** How long a budget lasts. */
export const budgetPeriods = ['Daily', 'Weekly', 'Monthly', 'One Time'] as const
/** How a campaign's or ad group's budget is given; another vocabulary than its period. */
export const budgetTypes = ['Daily', 'Weekly', 'Monthly', 'Custom'] as const
/** The types by their number on the wire. */
export const budgetTypeIds = { Daily: 1, Weekly: 2, Monthly: 3, Custom: 4 } as const
/** The paces that every client has; the platform may add more. */
export const pacings = ['ASAP', 'Evenly'] as const
export const biddingTypeIds = { CPC: 1, CPM: 2 } as const
export const goalTypes = ['ROAS'] as const
