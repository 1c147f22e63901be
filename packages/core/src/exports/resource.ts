import { resource } from '../resource.ts'
import { exportsContract } from './contract.ts'

export const exports = resource(exportsContract, {})
