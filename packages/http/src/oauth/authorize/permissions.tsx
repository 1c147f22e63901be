import type { Scope } from '@handrail/core'
import { DECLARED_RIGHTS } from '@handrail/core/contract'
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

/** The permissions as check boxes in groups, with a mark for those that change data or reach customers. */
export function Permissions({ scopes, lacking, form }: PermissionsProps) {
  const { t } = useI18n()
  const groups = scopeGroups(scopes)
  return (
    <>
      {scopes.some((scope) => reachesCustomers(scope) && !lacking.includes(scope)) && (
        <p class="hint">{t('consent.reaches_customers_hint')}</p>
      )}
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
  return [...Map.groupBy(scopes, (scope) => scope.split(':')[0]).values()]
}

function Permission({ scope, isLacking, form }: { scope: Scope; isLacking: boolean; form: PermissionsProps['form'] }) {
  const i18n = useI18n()
  const { t } = i18n
  const name = scopeText([scope])
  const isTicked = !isLacking && (form ? form[name] !== undefined : !reachesCustomers(scope))
  return (
    <label class={isLacking ? 'lacking' : undefined}>
      <input type="checkbox" name={name} checked={isTicked} disabled={isLacking} />{' '}
      <span>
        {nameOfScope(i18n, scope)}
        {changesData(scope) && (
          <>
            {' '}
            <span class={reachesCustomers(scope) ? 'badge caution' : 'badge quiet'}>
              {t(reachesCustomers(scope) ? 'consent.reaches_customers' : 'consent.changes_data')}
            </span>
          </>
        )}
        {scope === 'guides:write' && <span class="hint">{t('consent.drafts_hint')}</span>}
        {isLacking && <span class="hint">{t('consent.not_in_role')}</span>}
      </span>
    </label>
  )
}

/** Whether a person ticks it deliberately: what is done with it reaches customers without another look. */
function reachesCustomers(scope: Scope): boolean {
  return DECLARED_RIGHTS[scope].scope?.reachesCustomers === true
}

function changesData(scope: Scope): boolean {
  return !scope.endsWith(':read')
}
