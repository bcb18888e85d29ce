import { enums, type Infer, object } from 'superstruct'
import { Id } from '../ids.ts'

/** Whether a client's advertisers may use a way of funding. */
export const fundingTypeStatuses = ['Active', 'Inactive'] as const
/** The ways of funding that there are, by the specification's ids; a new client has the first alone. */
export const fundingTypeIds = [1, 2, 3, 4] as const
export const firstFundingTypeId = 1

/** A way of funding, and whether a client has it. */
export const FundingType = object({ id: Id, status: enums(fundingTypeStatuses) })
export type FundingType = Infer<typeof FundingType>

/** What a client begins with. */
export const newFundingTypes = (): FundingType[] =>
  fundingTypeIds.map((id) => ({ id, status: id === firstFundingTypeId ? 'Active' : 'Inactive' }))
