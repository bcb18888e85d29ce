import { useMemo } from 'react'
import type declaration from '../../../elements/ad-funds.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { autoRebills } from '../../contract/auto-rebills/auto-rebills.ts'
import { wires } from '../../contract/wires/wires.ts'
import { invoices } from '../../contract/invoices/invoices.ts'
import { billing, fundingTypes, spendLimits } from '../../contract/spend-limits/spend-limits.ts'
import type { Call } from '../../contract/endpoint.ts'
import { type Payment, payments } from '../../contract/payments/payments.ts'
import { taxIds } from '../../contract/payments/tax-ids.ts'
import { balances } from '../../contract/money/balances.ts'
import { useScope } from '../../parts/scope/scope.tsx'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type FundsProps = SurfaceProps<typeof declaration>

/** A payment that was sent. A retry has the same body and the same key, so it pays once. */
export interface SentPayment {
  readonly advertiserId: number
  readonly key: string
  readonly body: Call<typeof payments.pay>['body']
}

/** A payment that was not settled at first, with the account of its requests. */
export interface OpenPayment {
  readonly account: FundsAccount
  readonly first: Payment
}

interface FundsContext extends Pick<FundsProps, 'emit'> {
  /** The payment whose response was lost. It outlives the panel, so that opening it again does not pay twice. */
  readonly lostPayment: { current: SentPayment | undefined }
  /** Follows a payment that is not settled, until it is: the event comes once, also after the panel was closed. */
  readonly follow: (payment: OpenPayment) => void
  /** The payment that the panel shows. */
  readonly shownPayment: { current: number | undefined }
}

const current = createResource<FundsContext>('FundsProvider')

/** Gives all screens access to the element's events. */
export const FundsProvider = current.Context.Provider

/** Events of the surrounding ad-funds element. */
export const useFunds = () => useResource(current)

/** The responses that a movement of money changes. */
export const fundsData: readonly object[] = [autoRebills, balances, billing, fundingTypes, invoices, payments, spendLimits, taxIds, wires]

/** The advertiser whose funds are shown, as the path of its requests. */
export interface FundsAccount {
  readonly memberGroupId: number
  readonly advertiserId: number
}

const currentAccount = createResource<FundsAccount>('FundsScreen')

export const FundsAccountProvider = currentAccount.Context.Provider

/** The advertiser of the surrounding screen. */
export const useAccount = () => useResource(currentAccount)

/** The advertiser of the element; undefined if its scope has none or several. */
export function useScopeAccount(): FundsAccount | undefined {
  const { clientId, advertiserId } = useScope()
  return useMemo(() => (advertiserId === undefined ? undefined : { memberGroupId: clientId, advertiserId }), [clientId, advertiserId])
}
