import type declaration from '../../../elements/ad-report-chart.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import Screen from './chart/chart.tsx'

export type ReportChartProps = SurfaceProps<typeof declaration>

/** The surface has one screen, which comes with it: a second step would be a second wait. */
export default Screen
