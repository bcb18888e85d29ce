import ReportChart from './chart/chart.tsx'

/** The only screen is part of this chunk, which avoids a second request. */
export default ReportChart
