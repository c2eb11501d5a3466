import { expect } from '@jest/globals'
import type { ErrorCode } from '@catalog/contracts'
import { Problem } from '../http/problem.ts'

/** Expects a problem document of this code, and returns it. */
export async function expectProblem(response: Response, status: number, code: ErrorCode): Promise<Problem> {
  expect(response.status).toBe(status)
  const problem = Problem.parse(await response.json())
  expect(problem.code).toBe(code)
  return problem
}
