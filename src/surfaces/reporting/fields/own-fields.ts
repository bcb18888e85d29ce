import { useMemo } from 'react'
import type { ReportContext } from '../../../contract/reports/contexts.ts'
import { fieldsMost, usualFields } from '../../../contract/reports/fields.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { isWithin } from '../../../contract/reports/fields.rules.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { type TableSettings, userSettings } from '../../../contract/users/settings.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'
import { useWhose } from '../../../parts/scope/scope.tsx'

/** The fields of a report, in their order. */
export type Fields = ReturnType<typeof usualFields>

/** Somebody's own fields as they are kept; nothing where they chose none that the context still has. */
export function fieldsIn(value: TableSettings | null | undefined, context: ReportContext): Fields | undefined {
  const ids = (value?.columns ?? []).flatMap(({ key, is_shown }) => (is_shown && isWithin(key, context) ? [key] : []))
  const dimensions = ids.filter((id) => dimensionOf(id)).slice(0, fieldsMost.dimensions)
  const metrics = ids.filter((id) => metricOf(id)).slice(0, fieldsMost.metrics)
  return metrics.length > 0 ? { dimensions, metrics } : undefined
}

/** Where the fields are kept that somebody's new reports of a context begin with; nowhere for nobody. */
export function useFieldsPath() {
  const known = usePerson()
  const userId = known.state === 'known' ? known.person?.user_id : undefined
  return (context: ReportContext) => (userId === undefined ? undefined : { userId, name: `fields.${context.replaceAll('_', '-')}` })
}

/** The fields that somebody's new reports of a context begin with, where they have chosen some, and whether that is known yet. */
export function useOwnFields(context: ReportContext) {
  const path = useFieldsPath()(context)
  const { data, error } = useRead(userSettings.one, path ? { path } : null)
  const own = useMemo(() => fieldsIn(data?.value, context), [data, context])
  // Without an answer a report begins as everybody's.
  return { own, isKnown: !path || data !== undefined || error !== undefined }
}

/** The fields with which a report of a context begins, somebody's own or the usual ones. */
export function useBeginning() {
  const { send } = useRuntime()
  const pathOf = useFieldsPath()
  const isOfOne = useWhose().advertiserId !== undefined
  return async (context: ReportContext): Promise<Fields> => {
    const path = pathOf(context)
    // Without an answer a report begins as everybody's.
    const own = path && (await send(userSettings.one, { path }).catch(() => undefined))
    return fieldsIn(own?.value, context) ?? usualFields(context, isOfOne)
  }
}
