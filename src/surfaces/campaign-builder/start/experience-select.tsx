import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Experience } from '../../../contract/clients/experiences.ts'
import { Select } from '../../../ui/select/select.tsx'

interface ExperienceSelectProps {
  readonly experiences: readonly Experience[]
  readonly chosen: number | undefined
  readonly onChoose: (experienceId: number | undefined) => void
}

/** Optional selection of the experience that shows the campaign. */
export function ExperienceSelect({ experiences, chosen, onChoose }: ExperienceSelectProps) {
  const { t } = useLingui()
  const options = useMemo(() => experiences.map(({ experience_id: id, name: label }) => ({ id, label })), [experiences])
  return (
    <Select
      label={t`Experience`}
      help={t`Where ads appear. It determines which images you need.`}
      options={options}
      value={options.find(({ id }) => id === chosen) ?? null}
      onChange={(item) => onChoose(typeof item?.id === 'number' ? item.id : undefined)}
    />
  )
}
