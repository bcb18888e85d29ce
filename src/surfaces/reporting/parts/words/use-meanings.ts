import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'
import { closestLocale } from '../../../../contract/locales.ts'
import { useRuntime } from '../../../../kit/runtime.tsx'

type MeaningOf = (id: string) => string | undefined
const unknown: MeaningOf = () => undefined

/** What figures mean, in sentences that come after the first picture; nothing of a figure before that. */
export function useMeanings(): MeaningOf {
  const { i18n } = useLingui()
  const { words } = useRuntime()
  const [meaningOf, setMeaningOf] = useState(() => unknown)
  const { locale } = i18n
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const { load, metricMeaning } = await import('./meanings.ts')
      const own = await words.i18n(load, closestLocale(locale))
      if (isWanted) setMeaningOf(() => (id: string) => metricMeaning(id, own))
    }
    // Without them a figure still has its formula.
    void read().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [words, locale])
  return meaningOf
}
