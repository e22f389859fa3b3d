import { mountQuestions } from "../../../../examples/src/plain-dom/mount-questions.js";
import { openLab } from "./lab.js";

openLab(mountQuestions);
