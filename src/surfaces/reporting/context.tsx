import { createContext, type RefObject, useContext } from 'react'
import type declaration from '../../../elements/ad-reporting.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type ReportingProps = SurfaceProps<typeof declaration>

interface Own extends Pick<ReportingProps, 'emit' | 'noLedger'> {
  /** True after the first navigation between screens. */
  readonly hasMoved: RefObject<boolean>
}

const Current = createContext<Own | undefined>(undefined)

/** Provides the element's events to its screens. */
export const ReportingProvider = Current.Provider

export function useReporting(): Own {
  const reporting = useContext(Current)
  if (!reporting) throw new Error('useReporting needs a ReportingProvider')
  return reporting
}
