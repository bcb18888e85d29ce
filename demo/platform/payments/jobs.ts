import { number, object, type as open } from 'superstruct'
import { machineNow } from '../context/clock.ts'
import type { JobContext, JobKind } from '../sql/queue.ts'
import { runCharge } from './charge.ts'
import type { PaymentProvider } from './provider.ts'
import { reconcile } from './reconcile.ts'
import { deliverMessages, type SendMessage } from './sandbox-events.ts'
import { finishDue, sandbox } from './sandbox.ts'

const lane = 'payments'
const ofPayment = open({ member_group_id: number(), payment_id: number() })
const ofMethod = object({ member_group_id: number(), payment_method_id: number() })

async function updateMethod({ database: { kysely }, now }: JobContext, provider: PaymentProvider, payload: object) {
  const { member_group_id, payment_method_id } = ofMethod.create(payload)
  const method = await kysely
    .selectFrom('payment_methods')
    .select(['provider_id', 'removed_at', 'exp_month', 'exp_year'])
    .where('member_group_id', '=', member_group_id)
    .where('payment_method_id', '=', payment_method_id)
    .executeTakeFirst()
  if (!method) return
  const { provider_id: id, removed_at, exp_month, exp_year } = method
  await provider.updateMethod({ kysely, now: now() }, { id, isRemoved: removed_at !== null, exp_month, exp_year })
}

/** Sends a message to the platform's own webhook, as a provider does. */
const sendTo =
  (origin: string): SendMessage =>
  async (text, headers) => {
    const response = await fetch(`${origin}/v1/webhooks/payments`, { method: 'POST', body: text, headers })
    await response.body?.cancel()
    return response.status
  }

/** Jobs of payments: charges after their commit, messages of the sandbox, and the reconciliation. `origin` is where the platform listens. */
export const paymentJobs = ({ provider, origin }: { provider: PaymentProvider; origin: string }): Readonly<Record<string, JobKind>> => ({
  'payment-charge': {
    lane,
    run: (payload, { database, now }) => runCharge({ database, now, provider }, ofPayment.create(payload)),
  },
  'payment-method': { lane, run: (payload, context) => updateMethod(context, provider, payload) },
  ...(provider === sandbox && {
    'payment-webhooks': {
      lane,
      run: async (_: object, context: JobContext) => {
        const deps = { kysely: context.database.kysely, now: context.now() }
        await finishDue(deps)
        await deliverMessages(deps, machineNow(context), sendTo(origin))
      },
    },
  }),
  'payment-reconciler': {
    lane,
    everyMs: 300_000,
    run: async (_, { database, now, log }) => void (await reconcile({ database, now, log, provider })),
  },
})
