/** The types of ledger entries, by the specification's ids. */
export const fundingEvents = {
  FundingAuto: 1,
  FundingUIForm: 2,
  FundingAPI: 3,
  SystemDebitUIForm: 4,
  SystemDebitAPI: 5,
  Expiration: 6,
  Click: 7,
  Invoice: 8,
  BalanceRefill: 9,
  ServiceFee: 10,
  Surcharge: 11,
  TrueUp: 12,
} as const
export type FundingEvent = keyof typeof fundingEvents

/** The sign of each type; TrueUp can have either. */
export const fundingSigns: Record<FundingEvent, 1 | -1 | 0> = {
  FundingAuto: 1,
  FundingUIForm: 1,
  FundingAPI: 1,
  SystemDebitUIForm: -1,
  SystemDebitAPI: -1,
  Expiration: -1,
  Click: -1,
  Invoice: 1,
  BalanceRefill: 1,
  ServiceFee: -1,
  Surcharge: -1,
  TrueUp: 0,
}
