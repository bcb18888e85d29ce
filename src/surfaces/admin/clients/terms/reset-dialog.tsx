import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { required } from '../../../../contract/fields/fields.rules.ts'
import type { FieldRuleResult } from '../../../../contract/fields/faults.ts'
import type { TermsOverview } from '../../../../contract/clients/client-terms.ts'
import { TermsUrl, terms } from '../../../../contract/session/terms.ts'
import { useMutate } from '../../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../../parts/resource/form.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { TextField } from '../../../../ui/form/text-field.tsx'
import type { SelectedOption } from '../../../../ui/select/option.ts'
import { Select } from '../../../../ui/select/select.tsx'
import { is } from 'superstruct'
import { adminData, useAdmin } from '../../context.tsx'
import { languageName } from './words.ts'

type TermsValues = { readonly language: SelectedOption | null; readonly terms_conditions_url: string }

interface ResetDialogProps {
  readonly overview: TermsOverview
  /** The language to change; null for a new one. */
  readonly row: TermsOverview['terms'][number] | null
  readonly onClose: () => void
}

/** Publishes the terms of a language. All users accept the terms again, because they agreed to the earlier text. */
export default function ResetDialog({ overview, row, onClose }: ResetDialogProps) {
  const { t, i18n } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const { accepted, languages, terms: rows } = overview
  const options = useMemo(
    () =>
      languages
        .filter(({ locale_id }) => !rows.some((one) => one.locale_id === locale_id))
        .map(({ locale_id: id, code }) => ({ id, label: languageName(code, i18n) })),
    [languages, rows, i18n],
  )
  const initial: TermsValues = {
    language: row && { id: row.locale_id, label: languageName(row.code, i18n) },
    terms_conditions_url: row?.terms_conditions_url ?? '',
  }
  const isHttps = (text: string): FieldRuleResult =>
    is(text, TermsUrl) || {
      code: 'custom',
      text: t`Enter an address that begins with https://, so that the text cannot be changed on its way`,
    }
  const save = ({ language, terms_conditions_url }: TermsValues) =>
    mutate(
      terms.reset,
      { path: { memberGroupId }, body: { locale_id: Number(language?.id), terms_conditions_url } },
      {
        version: row?.version ?? 0,
        stale: adminData,
        event: () => emit('ad-client-changed', { member_group_id: memberGroupId }),
        title: t`Terms published`,
        text: t`${plural(accepted, { one: '# user is asked again.', other: '# users are asked again.' })}`,
      },
    )
  return (
    <ResourceFormDialog<TermsValues>
      heading={row ? t`Publish the terms again: ${languageName(row.code, i18n)}` : <Trans>Add terms in a language</Trans>}
      label={t`Terms`}
      name={`terms ${row?.locale_id ?? 'new'} of client ${memberGroupId}`}
      initial={initial}
      rules={{ language: [required], terms_conditions_url: [required, isHttps] }}
      save={save}
      onClose={onClose}
      submit={<Trans>Publish and ask again</Trans>}
    >
      {(form) => (
        <>
          {!row && <Select {...form.field('language', t`Language`)} isRequired options={options} />}
          <TextField
            {...form.field('terms_conditions_url', t`Address of the text`)}
            isRequired
            type="url"
            tidy={(text) => text.trim()}
            placeholder={t`https://shop.example/terms`}
          />
          <Callout
            kind="warning"
            heading={t`${plural(accepted, { one: '# user must accept the terms again', other: '# users must accept the terms again' })}`}
          >
            <Trans>They are asked at their next request, in every language. Their earlier acceptances stay on record.</Trans>
          </Callout>
        </>
      )}
    </ResourceFormDialog>
  )
}
