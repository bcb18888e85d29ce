import { reportTrends } from '../../contract/reports/trends.ts'
import type { Question } from '../../kit/prefetch.ts'
import { splitPath } from '../../kit/split-path.ts'
import { todayIn } from '../../parts/time/today.ts'
import { weekStartOf } from '../../ui/date/week-start.ts'
import { type Asked, choiceOf, totalQuestion, trendQuestion } from './query.ts'

/** First requests of the screen. They depend only on the tag and the platform's time, so they start while the code loads. */
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
