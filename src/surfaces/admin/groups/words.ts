import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GroupRefusal } from '../../../contract/advertisers/groups.ts'
import type { FieldProblem } from '../../../contract/reply.ts'
import { type Problem, problemText } from '../../../kit/problem.ts'
import type { RejectionTexts } from '../../../parts/resource/form-rejection.ts'

/** Why a group cannot be created, renamed or removed. */
const refusalWords: Readonly<Record<GroupRefusal, MessageDescriptor>> = {
  name_taken: msg`Another group has this name.`,
  users_have_access: msg`Users have access through this group. Change their access first.`,
}

const isRefusal = (code: string | undefined): code is GroupRefusal => code !== undefined && Object.hasOwn(refusalWords, code)

/** Texts of refused changes of groups, for forms and notices. */
export function refusalTexts(i18n: I18n): RejectionTexts {
  const textOf = ({ code }: Pick<FieldProblem, 'code'>) => (isRefusal(code) ? i18n._(refusalWords[code]) : undefined)
  return {
    field: textOf,
    all: (problem: Problem) => problem.fields.map(textOf).find((text) => text !== undefined) ?? problemText(problem, i18n),
  }
}
