import type { Scope } from '@handrail/core'
import { DECLARED_RIGHTS, type Effect } from '@handrail/core/contract'
import { scopeText } from '@handrail/core/internal'
import { nameOfScope } from '../../pages/i18n/core-texts.ts'
import { scopeGroups } from '../../pages/i18n/scope-groups.ts'
import { useI18n } from '../../pages/layout/render-context.ts'
import type { UserVisit } from '../../pages/visit/handler.ts'

interface PermissionsProps {
  /** The requested scopes. */
  scopes: readonly Scope[]
  /** The scopes that the person cannot grant in any workspace. */
  lacking: readonly Scope[]
  /** The submitted form, if the page is shown again. */
  form: UserVisit['form'] | undefined
}

/**
 * The permissions as check boxes in groups, each with what is done with it. What is said of all of them holds whatever is selected,
 * since the page changes nothing until it is sent.
 */
export function Permissions({ scopes, lacking, form }: PermissionsProps) {
  const { t } = useI18n()
  const groups = scopeGroups(scopes)
  return (
    <>
      <p class="hint">{t(scopes.some(isMarked) ? 'consent.marked_hint' : 'consent.unmarked_hint')}</p>
      {groups.map(([group, ofGroup]) => (
        <fieldset key={group}>
          <legend>{t(groups.length === 1 ? 'consent.permissions' : `consent.group_${group}`)}</legend>
          <ul class="ticks">
            {rowsOf(ofGroup, group === 'records').map((row) => (
              <li key={row[0]} class={row.length > 1 ? 'pair' : undefined}>
                {row.map((scope) => (
                  <Permission key={scope} scope={scope} isLacking={lacking.includes(scope)} form={form} />
                ))}
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
      {scopes.some((scope) => changesData(scope) && !lacking.includes(scope)) && (
        <fieldset>
          <legend>{t('consent.restrict')}</legend>
          <label>
            <input type="checkbox" name="read_only" checked={form?.read_only !== undefined} /> {t('consent.read_only')}
          </label>
        </fieldset>
      )}
    </>
  )
}

/** Read and write of a resource share a row; texts that are longer have rows of their own. */
function rowsOf(scopes: readonly Scope[], isPaired: boolean): readonly (readonly Scope[])[] {
  if (!isPaired) return scopes.map((scope) => [scope])
  return [...Map.groupBy(scopes, (scope) => (opensLinks(scope) ? scope : scope.split(':')[0])).values()]
}

function Permission({ scope, isLacking, form }: { scope: Scope; isLacking: boolean; form: PermissionsProps['form'] }) {
  const i18n = useI18n()
  const { t } = i18n
  const name = scopeText([scope])
  const isTicked = !isLacking && (form ? form[name] !== undefined : !DECLARED_RIGHTS[scope].scope?.isTickedByHand)
  return (
    <label class={isLacking ? 'lacking' : undefined}>
      <input type="checkbox" name={name} checked={isTicked} disabled={isLacking} />{' '}
      <span>
        {nameOfScope(i18n, scope)}
        {changesData(scope) && (
          <>
            {' '}
            <span class={isMarked(scope) ? 'badge caution' : 'badge quiet'}>{t(markOf(scope))}</span>
          </>
        )}
        {effectsOf(scope).map((effect) => (
          <span key={effect} class="hint">
            {t(`consent.${effect}_hint`)}
          </span>
        ))}
        {opensLinks(scope) && <span class="hint">{t('consent.links_hint')}</span>}
        {scope === 'guides:write' && <span class="hint">{t('consent.drafts_hint')}</span>}
        {isLacking && <span class="hint">{t('consent.not_in_role')}</span>}
      </span>
    </label>
  )
}

function effectsOf(scope: Scope): readonly Effect[] {
  return DECLARED_RIGHTS[scope].scope?.effects ?? []
}

/** Whether what is done with it reaches customers, is done in their name, or has data sent out. */
function isMarked(scope: Scope): boolean {
  return effectsOf(scope).length > 0 || opensLinks(scope)
}

/** Whether it shows links of contacts: what is done with them is done as the contact, and no operation of a token. */
function opensLinks(scope: Scope): boolean {
  return scope.endsWith(':links')
}

function markOf(scope: Scope) {
  if (!isMarked(scope)) return 'consent.changes_data'
  if (opensLinks(scope)) return 'consent.acts_as_customers'
  return effectsOf(scope).every((effect) => effect === 'forwards')
    ? 'consent.sends_data_out'
    : 'consent.reaches_customers'
}

function changesData(scope: Scope): boolean {
  return !scope.endsWith(':read')
}
