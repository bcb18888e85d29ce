import type { RefObject } from 'react'
import type declaration from '../../../elements/ad-reporting.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { useDisabledReason } from '../../parts/scope/viewer.tsx'
import { createResource, useResource } from '../../parts/resource/resource.tsx'

export type ReportingProps = SurfaceProps<typeof declaration>

interface ReportingContext extends Pick<ReportingProps, 'emit' | 'noLedger'> {
  /** True after the first navigation between screens. */
  readonly hasMoved: RefObject<boolean>
}

const current = createResource<ReportingContext>('ReportingProvider')

/** Provides the element's events to its screens. */
export const ReportingProvider = current.Context.Provider

/** Whether the user may read the ledger. */
export const useHasLedger = () => useDisabledReason()({ permissions: ['funds.read'] }) === undefined

/** Props and events of the surrounding ad-reporting element. */
export const useReporting = (): ReportingContext => useResource(current)
