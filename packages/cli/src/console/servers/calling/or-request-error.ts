import { describeCallError } from "../../calls/describe-call-error.js";
import { RequestError } from "../../errors.js";

/** The result of a request to a server. @throws RequestError that says why it failed */
export async function orRequestError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new RequestError(409, describeCallError(error));
  }
}
