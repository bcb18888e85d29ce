import { useMemo } from 'react'
import type { ReportContext } from '../../../contract/reports/contexts.ts'
import { maxReportFields, defaultReportFields } from '../../../contract/reports/fields.ts'
import { dimensionOf } from '../../../contract/reports/dimensions.ts'
import { contextHasField } from '../../../contract/reports/fields.rules.ts'
import { metricOf } from '../../../contract/reports/metrics.ts'
import { type TableSettings, userSettings } from '../../../contract/users/settings.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useRuntime } from '../../../kit/runtime.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'

/** Dimensions and metrics of a report, in display order. */
export type Fields = ReturnType<typeof defaultReportFields>

/** Reads the user's stored default fields; undefined when none of the stored metrics exists in the context. */
export function parseStoredFields(value: TableSettings | null | undefined, context: ReportContext): Fields | undefined {
  const ids = (value?.columns ?? []).flatMap(({ key, is_shown }) => (is_shown && contextHasField(key, context) ? [key] : []))
  const dimensions = ids.filter((id) => dimensionOf(id)).slice(0, maxReportFields.dimensions)
  const metrics = ids.filter((id) => metricOf(id)).slice(0, maxReportFields.metrics)
  return metrics.length > 0 ? { dimensions, metrics } : undefined
}

/** Path of the setting that stores the default fields of a context; undefined without a signed-in user. */
export function useFieldsPath() {
  const viewer = useViewer()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  return (context: ReportContext) => (userId === undefined ? undefined : { userId, name: `fields.${context.replaceAll('_', '-')}` })
}

/** The user's default fields for new reports of a context, and whether they are loaded. */
export function useOwnFields(context: ReportContext) {
  const path = useFieldsPath()(context)
  const { data, error } = useRead(userSettings.one, path ? { path } : null)
  const ownFields = useMemo(() => parseStoredFields(data?.value, context), [data, context])
  // If loading fails, reports use the product default.
  return { own: ownFields, isKnown: !path || data !== undefined || error !== undefined }
}

/** Loads the default fields of a context: the user's own, or the product default. */
export function useLoadDefaultFields() {
  const { send } = useRuntime()
  const pathOf = useFieldsPath()
  const isOfOne = useScope().advertiserId !== undefined
  return async (context: ReportContext): Promise<Fields> => {
    const path = pathOf(context)
    // If loading fails, reports use the product default.
    const reply = path && (await send(userSettings.one, { path }).catch(() => undefined))
    return parseStoredFields(reply?.value, context) ?? defaultReportFields(context, isOfOne)
  }
}
