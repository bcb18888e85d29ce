import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { is } from 'superstruct'
import { clientThemes, type EditableTheme } from '../../../../contract/clients/client-themes.ts'
import { Colour, defaultThemeGroupId, type Theme, ThemeValues, themes } from '../../../../contract/clients/themes.ts'
import type { FieldRuleResult } from '../../../../contract/fields/faults.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { useMutate } from '../../../../kit/mutate.ts'
import { DetailHeader, DetailPage } from '../../../../parts/resource/detail.tsx'
import type { FormOf, Save } from '../../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../../parts/resource/resource.tsx'
import { useScope } from '../../../../parts/scope/scope.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useConfirm } from '../../../../ui/dialog/confirm.tsx'
import { Callout } from '../../../../ui/feedback/callout.tsx'
import { RadioGroup } from '../../../../ui/form/radio-group.tsx'
import { retryImport } from '../../../../ui/lazy-idle.ts'
import { LoadingSkeleton, NoPermission } from '../../../../ui/states.tsx'
import { contrastChecks } from '../../../../ui/theme/contrast-checks.ts'
import { addStyles } from '../../../../ui/theme/styles.ts'
import { adminData, useAdmin } from '../../context.tsx'
import { FixedNote, useFixed } from '../../frame/fixed-note.tsx'
import { SettingsForm } from '../../frame/settings-form.tsx'
import { ColourField } from './colour-field.tsx'
import { ContrastTable } from './contrast.tsx'
import { ThemePreview } from './preview.tsx'
import css from './theme.css'

addStyles(css)

const History = lazy(() => retryImport(() => import('./history.tsx'), 1))

interface Editing {
  /** The client’s own theme; undefined if it uses the default one. */
  readonly own: EditableTheme | undefined
  /** The theme that its pages have now. */
  readonly current: Theme
}

/** Removes the client’s own theme after a question. */
function ResetButton({ disabledBecause }: { readonly disabledBecause: string | undefined }) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const reset = async () => {
    const isSure = await confirm({
      heading: t`Go back to the default theme?`,
      text: <Trans>All pages of this client get the default fonts and colors. The history keeps the current ones.</Trans>,
      does: 'delete',
      label: <Trans>Use the default theme</Trans>,
    })
    if (!isSure) return
    const event = () => emit('ad-client-changed', { member_group_id: memberGroupId })
    const effects = { stale: adminData, event, title: t`The client uses the default theme` }
    await mutate(clientThemes.remove, { path: { memberGroupId } }, effects).catch(showError(t`The theme was not removed`))
  }
  return (
    <>
      <Button disabledBecause={disabledBecause} onPress={() => void reset()}>
        <Trans>Use the default theme</Trans>
      </Button>
      {question}
    </>
  )
}

/** Replaces colours that are too close with the nearest that pass. */
function RepairButton({ form }: { readonly form: FormOf<ThemeValues> }) {
  const checks = contrastChecks(form.values)
  const failed = (part: 'text_light' | 'button_text') => checks.find((one) => one.part === part && one.ratio < one.needed)
  const text = failed('text_light')
  const button = failed('button_text')
  if (!text && !button) return null
  const repair = () => {
    const [primary] = text?.shown ?? []
    const [ground, onGround] = button?.shown ?? []
    if (primary) form.set('primary_color', primary)
    if (ground) form.set('button_color', ground)
    if (onGround) form.set('button_text_color', onGround)
  }
  return (
    <div className="row">
      <Button onPress={repair}>
        <Trans>Use the nearest colors that pass</Trans>
      </Button>
    </div>
  )
}

function Fields({ form, isReadonly }: { readonly form: FormOf<ThemeValues>; readonly isReadonly: boolean }) {
  const { t } = useLingui()
  const isWhole = is(form.values, ThemeValues)
  // While a colour is typed, the preview keeps the last theme that was complete.
  const [shown, setShown] = useState(form.values)
  if (isWhole && shown !== form.values) setShown(form.values)
  return (
    <>
      <RadioGroup<ThemeValues['font_family']>
        {...form.field('font_family', t`Font`)}
        isReadonly={isReadonly}
        choices={[
          { value: 'Default', label: t`Default` },
          { value: 'Limitless', label: t`Limitless`, hint: t`The site that embeds the pages provides it.` },
        ]}
      />
      <ColourField {...form.field('primary_color', t`Primary color`)} isReadonly={isReadonly} help={t`Links, charts and focus rings.`} />
      <ColourField {...form.field('button_color', t`Button color`)} isReadonly={isReadonly} />
      <ColourField {...form.field('button_text_color', t`Button text color`)} isReadonly={isReadonly} />
      <ContrastTable theme={shown} />
      {!isReadonly && isWhole && <RepairButton form={form} />}
      <ThemePreview theme={shown} />
    </>
  )
}

function ThemeForm({ own, current }: Editing) {
  const { t } = useLingui()
  const { clientId: memberGroupId } = useScope()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const { isFixed, mayNot } = useFixed({ permissions: ['themes.change'] })
  const isColour = (text: string): FieldRuleResult =>
    is(text, Colour) || { code: 'custom', text: t`Enter a color as # and six digits or letters from a to f` }
  const save = (theme: ThemeValues, { version }: Save<ThemeValues>) => {
    const effects = {
      stale: adminData,
      event: () => emit('ad-client-changed', { member_group_id: memberGroupId }),
      title: t`Theme saved`,
      text: t`Pages and elements of the client show it from now on.`,
    }
    const call = { path: { memberGroupId }, body: { theme } }
    return own ? mutate(clientThemes.change, call, { version, ...effects }) : mutate(clientThemes.create, call, effects)
  }
  return (
    <SettingsForm<ThemeValues>
      name={`theme of client ${memberGroupId}`}
      label={t`Theme`}
      initial={current.theme}
      version={own?.version ?? 0}
      rules={{ primary_color: [isColour], button_color: [isColour], button_text_color: [isColour] }}
      save={save}
    >
      {(form) => (
        <>
          <FixedNote mayNot={mayNot} />
          {!own && (
            <Callout kind="info" heading={<Trans>This client uses the default theme</Trans>}>
              <Trans>Saving gives it a theme of its own.</Trans>
            </Callout>
          )}
          <Fields form={form} isReadonly={isFixed} />
        </>
      )}
    </SettingsForm>
  )
}

function ThemePage(editing: Editing) {
  const { t } = useLingui()
  const { clientId } = useScope()
  const { isReadonly } = useAdmin()
  const { mayNot } = useFixed({ permissions: ['themes.change'] })
  const { own } = editing
  const fixed = clientId === defaultThemeGroupId ? t`Its theme is the default of all clients` : undefined
  const none = own ? undefined : t`The client uses the default theme already`
  return (
    <>
      <DetailHeader
        name={
          <h2>
            <Trans>Theme</Trans>
          </h2>
        }
        actions={!isReadonly && <ResetButton disabledBecause={mayNot ?? fixed ?? none} />}
      />
      <ThemeForm {...editing} />
      <section className="detail-part" aria-labelledby="theme-history">
        <h3 id="theme-history">
          <Trans>History</Trans>
        </h3>
        <Suspense fallback={<LoadingSkeleton height={160} />}>
          <History version={own?.version ?? 0} />
        </Suspense>
      </section>
    </>
  )
}

/** The fonts and colours of a client’s pages, with a preview. */
export default function ThemeTab() {
  const { clientId: memberGroupId } = useScope()
  const current = useRead(themes.one, { path: { memberGroupId } })
  const list = useRead(clientThemes.list, {})
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to themes.</Trans>} />
  const states = { brokenHeading: <Trans>Couldn’t load the theme</Trans>, refused, missing: refused }
  return (
    <DetailPage>
      <ResourceGate read={list} {...states}>
        {({ themes: all }) => (
          <ResourceGate read={current} {...states}>
            {(theme) => <ThemePage own={all.find(({ member_group_id }) => member_group_id === memberGroupId)} current={theme} />}
          </ResourceGate>
        )}
      </ResourceGate>
    </DetailPage>
  )
}
