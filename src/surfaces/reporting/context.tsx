import { createContext, type RefObject, useContext } from 'react'
import type declaration from '../../../elements/ad-reporting.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'

export type ReportingProps = SurfaceProps<typeof declaration>

interface Own extends Pick<ReportingProps, 'emit' | 'noLedger'> {
  /** Whether somebody has gone from one screen to another. */
  readonly hasMoved: RefObject<boolean>
}

const Current = createContext<Own | undefined>(undefined)

/** Puts the element's own events above its screens. */
export const ReportingProvider = Current.Provider

/** How the screens of this element speak to its page. */
export function useReporting(): Own {
  const reporting = useContext(Current)
  if (!reporting) throw new Error('There is no element of reports above this')
  return reporting
}
