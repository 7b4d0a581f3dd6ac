// Package slurm runs cells on a cluster, as job arrays of the workload manager Slurm.
//
// Options.Pack shares the missing cells out to tasks of about equal length. Write makes a folder DIR/slurm/NNN with a
// list of cells for each task (N.cells) and two job scripts: array.sh makes the records, collect.sh runs after it.
// Submit hands both to sbatch; the log of task N is N.log. What a task finishes is in the store at once, so a task
// that is killed loses only the cell at hand.
//
// These folders are the only state between calls: Arrays reads them, Queue lists which of their tasks squeue
// shows as alive, and Unassigned returns the cells that no live task will make. So the same call again submits
// what failed and nothing twice.
//
// # Tasks and limits
//
// A task makes Options.Workers cells at a time on as many cores, with the memory of cost.Cost for each. Its time limit
// is three times the expected length plus ten minutes, and so is that of the collecting job (Commands.Report). The
// scripts append to the logs, so that a task that is requeued keeps the log of its first attempt, and export GODEBUG as
// it is set where they are written. What they do not say, such as an account, sbatch takes from its environment
// (SBATCH_ACCOUNT).
//
// The package calls Slurm's commands and plans with the expected cost of cells (cost.Cost). How a cell is made
// is left to the caller, which supplies the command lines of the scripts.
package slurm
