import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AdvertiserRefusal } from '../../../contract/advertisers/advertisers.rules.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { type Problem, problemText } from '../../../kit/problem.ts'
import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'

/** Why an advertiser cannot be created or archived. */
export const refusalWords: Readonly<Record<AdvertiserRefusal, MessageDescriptor>> = {
  client_pending: msg`The client waits for its confirmation. Until then it gets no new advertisers.`,
  payment_under_way: msg`A payment is under way. Archive the advertiser when it has ended.`,
  spend_unpaid: msg`Spend or an invoice is not paid. Record the payment first.`,
}

const isRefusal = (code: string | undefined): code is AdvertiserRefusal => code !== undefined && Object.hasOwn(refusalWords, code)

/** Texts of refused changes of advertisers, for forms and notices. */
export function refusalTexts(i18n: I18n): RejectionTexts {
  const textOf = ({ code }: Pick<FieldProblem, 'code'>) => (isRefusal(code) ? i18n._(refusalWords[code]) : undefined)
  return {
    field: textOf,
    all: (problem: Problem) => problem.fields.map(textOf).find((text) => text !== undefined) ?? problemText(problem, i18n),
  }
}
