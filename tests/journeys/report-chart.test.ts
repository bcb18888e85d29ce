import { reportChartTests } from '../support/report-chart-tests.ts'

reportChartTests('embedded')
