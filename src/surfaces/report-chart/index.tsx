import ReportChart from './chart/chart.tsx'

/** The surface has one screen, which comes with it: a second step would be a second wait. */
export default ReportChart
