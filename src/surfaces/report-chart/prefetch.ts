import { reportTrends } from '../../contract/reports/trends.ts'
import type { Question } from '../../kit/prefetch.ts'
import { splitPath } from '../../kit/split-path.ts'
import { todayIn } from '../../parts/time/today.ts'
import { weekStartOf } from '../../ui/date/week-start.ts'
import { type Asked, choiceOf, totalQuestion, trendQuestion } from './query.ts'

/** What the screen asks first: known from the tag alone and the platform's time as far as it has told it, and so asked while the screen's code is on its way. */
export function firstQuestions(asked: Asked & { readonly path?: string }, language: string, now: Date): Question[] {
  const choice = choiceOf(asked, splitPath(asked.path ?? '').query, todayIn(now))
  const [trend, total] = [trendQuestion(asked, choice, weekStartOf(language)), totalQuestion(asked, choice)]
  return trend && total
    ? [
        { endpoint: reportTrends.trend, call: { body: trend } },
        { endpoint: reportTrends.total, call: { body: total } },
      ]
    : []
}
