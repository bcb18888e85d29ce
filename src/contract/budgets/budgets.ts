/** The period after which a budget starts again. */
export const budgetPeriods = ['Daily', 'Weekly', 'Monthly', 'One Time'] as const
/** The ids of the budget types of campaigns and ad groups; not the same list as the periods. */
export const budgetTypeIds = { Daily: 1, Weekly: 2, Monthly: 3, Custom: 4 } as const
/** Pacing options of every client; a client may have more. */
export const builtInPacings = ['ASAP', 'Evenly'] as const
export const biddingTypeIds = { CPC: 1, CPM: 2 } as const
export const goalTypes = ['ROAS'] as const
