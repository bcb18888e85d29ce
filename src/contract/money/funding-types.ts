import { enums, type Infer, object } from 'superstruct'
import { Id } from '../ids.ts'

/** Whether a client's advertisers may use a funding type. */
export const fundingTypeStatuses = ['Active', 'Inactive'] as const
/** All funding types, by the specification's ids. A new client has only the first. */
export const fundingTypeIds = [1, 2, 3, 4] as const
/** How each funding type brings money in. The specification enables one funding option by the type 4. */
export const fundingTypes = { card: 1, creditLine: 2, promotional: 3, wire: 4 } as const

/** A funding type, and its status at a client. */
export const FundingType = object({ id: Id, status: enums(fundingTypeStatuses) })
export type FundingType = Infer<typeof FundingType>

/** The funding types of a new client. */
export const newFundingTypes = (): FundingType[] =>
  fundingTypeIds.map((id) => ({ id, status: id === fundingTypes.card ? 'Active' : 'Inactive' }))
