import type declaration from '../../../elements/ad-funds.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { autoRebills } from '../../contract/funds/auto-rebills.ts'
import { wires } from '../../contract/funds/wires.ts'
import { invoices } from '../../contract/funds/invoices.ts'
import { spendLimits } from '../../contract/funds/spend-limits.ts'
import { balances } from '../../contract/money/balances.ts'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type FundsProps = SurfaceProps<typeof declaration>

const current = createResource<Pick<FundsProps, 'emit'>>('FundsProvider')

/** Gives all screens access to the element's events. */
export const FundsProvider = current.Context.Provider

/** Events of the surrounding ad-funds element. */
export const useFunds = () => useResource(current)

/** The responses that a movement of money changes. */
export const fundsData: readonly object[] = [autoRebills, balances, wires]
export const fundsData: readonly object[] = [balances, invoices, spendLimits]
